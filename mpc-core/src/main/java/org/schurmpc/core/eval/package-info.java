/**
 * Evaluation of circuits under any protocol: {@link org.schurmpc.core.eval.CircuitExecutor} drives
 * an {@link org.schurmpc.core.eval.Evaluator}, and {@link org.schurmpc.core.eval.Protocol} is the
 * service-provider interface of the protocol modules. May depend on all of core.
 */
package org.schurmpc.core.eval;
