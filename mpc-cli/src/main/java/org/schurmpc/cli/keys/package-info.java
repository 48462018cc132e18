/**
 * Generates keys and certificates ({@link org.schurmpc.cli.keys.KeyFiles}). Depends on the core
 * alone.
 */
package org.schurmpc.cli.keys;
