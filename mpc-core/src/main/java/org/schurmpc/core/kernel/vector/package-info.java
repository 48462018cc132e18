/**
 * The vector twin of the hot loops: {@link org.schurmpc.core.kernel.vector.VectorKernels}, the only
 * code that needs the module jdk.incubator.vector. Never referred to by name from other code but
 * through {@link org.schurmpc.core.kernel.KernelProvider}. Depends on {@code kernel} only.
 */
package org.schurmpc.core.kernel.vector;
