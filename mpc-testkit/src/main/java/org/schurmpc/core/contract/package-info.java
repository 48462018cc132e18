/**
 * The contract that every protocol module must pass, as abstract test classes. A module extends
 * each of them with its own configurations: {@link org.schurmpc.core.contract.ProtocolContract}
 * (agreement with the evaluation in the clear, exhausted stores), {@link
 * org.schurmpc.core.contract.CheatingContract} (changed messages and well-formed lies), {@link
 * org.schurmpc.core.contract.WireFormatContract} (pinned messages) and {@link
 * org.schurmpc.core.contract.AllocationContract}. Tests that need more than these start from {@link
 * org.schurmpc.core.contract.ProtocolRun} or {@link org.schurmpc.core.contract.CheatedRun}.
 */
package org.schurmpc.core.contract;
