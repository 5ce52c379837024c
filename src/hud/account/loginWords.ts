/** What the form that signs in says, for the form of the app and for its first paint. */
export const LOGIN_WORDS = {
  title: 'Sign in',
  username: {
    name: 'username',
    label: 'Name or e-mail',
    /** With `webauthn` the browser suggests passkeys here too. */
    autoComplete: 'username webauthn',
    autoCapitalize: 'none',
    spellCheck: false,
  },
  password: { name: 'password', label: 'Password', autoComplete: 'current-password' },
  send: 'Sign in',
  /** Where else one can go. */
  byDevice: 'Sign in with another device',
  byCard: 'I have a card',
  register: 'Make an account',
  forgotten: 'Forgotten your password?',
} as const;
