/** The server; with `--doctor` what looks at its settings and surroundings instead, while it runs or not. */
if (process.argv.includes('--doctor')) {
  await import('./doctor/main.ts');
} else {
  const { runProcess } = await import('./process.ts');
  const { DIST_FOLDER } = await import('./places.ts');
  // The server's own code comes after its settings: what is wrong with them is said at once.
  await runProcess(async (settings) => {
    const { startServer } = await import('./start.ts');
    return startServer(settings, { folder: DIST_FOLDER });
  });
}

export {};
