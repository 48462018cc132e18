/**
 * Makes keys and certificates ({@link org.schurmpc.bench.keys.KeyFiles}). Depends on the core
 * alone.
 */
package org.schurmpc.bench.keys;
