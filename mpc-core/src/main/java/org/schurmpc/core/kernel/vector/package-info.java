/**
 * The vector implementation of the hot loops: {@link
 * org.schurmpc.core.kernel.vector.VectorKernels}, the only code that needs the module
 * jdk.incubator.vector. Only {@link org.schurmpc.core.kernel.KernelProvider} refers to this class.
 * Depends on {@code kernel} only.
 */
package org.schurmpc.core.kernel.vector;
