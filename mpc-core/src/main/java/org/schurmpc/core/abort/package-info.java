/**
 * Reasons for which a run ends without a result: the sealed {@link
 * org.schurmpc.core.abort.MpcException} and its exit codes. Depends on nothing.
 */
package org.schurmpc.core.abort;
