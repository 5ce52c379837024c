/** As far as tests of `/db` use it: https://pouchdb.com/api.html */
declare module 'pouchdb-core' {
  const PouchDB: import('./pouch.ts').PouchStatic;
  export default PouchDB;
}
declare module 'pouchdb-adapter-http' {
  const plugin: object;
  export default plugin;
}
declare module 'pouchdb-adapter-memory' {
  const plugin: object;
  export default plugin;
}
declare module 'pouchdb-replication' {
  const plugin: object;
  export default plugin;
}
