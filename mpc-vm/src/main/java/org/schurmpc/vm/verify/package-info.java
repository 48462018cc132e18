/**
 * The verifier of programs, which refuses every malformed one before anything runs.
 *
 * <p>The entry class is {@link org.schurmpc.vm.verify.Verifier}. Depends on the code of programs
 * and on core.
 */
package org.schurmpc.vm.verify;
