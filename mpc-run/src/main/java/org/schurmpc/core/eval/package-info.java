/**
 * Evaluation of circuits under any protocol: {@link org.schurmpc.core.eval.CircuitExecutor} drives
 * an {@link org.schurmpc.core.eval.Evaluator}, and {@link org.schurmpc.core.eval.Protocol} is the
 * service-provider interface of the protocol modules. Does not access disks; may depend on all
 * packages of the core except {@code run}.
 */
package org.schurmpc.core.eval;
