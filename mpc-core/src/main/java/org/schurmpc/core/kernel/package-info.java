/**
 * The hot loops on bit-sliced codewords and rows of words: {@link
 * org.schurmpc.core.kernel.Kernels}, in plain Java and in a vector twin, and {@link
 * org.schurmpc.core.kernel.KernelProvider}, which chooses between them. Depends on nothing but
 * {@code abort}; the vector twin is loaded by name.
 */
package org.schurmpc.core.kernel;
