/**
 * Generates keys and certificates ({@link org.schurmpc.cli.keys.KeyFiles}), and finds the
 * passphrases of encrypted keys ({@link org.schurmpc.cli.keys.KeyPassphrase}). Depends on the core
 * alone.
 */
package org.schurmpc.cli.keys;
