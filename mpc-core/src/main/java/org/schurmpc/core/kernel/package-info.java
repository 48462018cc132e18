/**
 * The hot loops on bit-sliced codewords and rows of words: {@link
 * org.schurmpc.core.kernel.Kernels}, which unites an interface for each use and is implemented in
 * plain Java and with vectors, and {@link org.schurmpc.core.kernel.KernelProvider}, which chooses
 * between the implementations. Depends on {@code abort} only; the vector implementation is loaded
 * by name.
 */
package org.schurmpc.core.kernel;
