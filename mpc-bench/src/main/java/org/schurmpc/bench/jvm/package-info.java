/**
 * Finds JVMs ({@link org.schurmpc.bench.jvm.JvmFinder}) and runs this program again in a child on
 * the best of them ({@link org.schurmpc.bench.jvm.RelayedChild}). Depends on the core alone.
 */
package org.schurmpc.bench.jvm;
