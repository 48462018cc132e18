/**
 * The machine that runs verified programs, apart from the protocol: control, registers, memory and
 * local operations. Secrets are computed on by a backend.
 *
 * <p>The entry class for backends is {@link org.schurmpc.vm.machine.Secrets}. Depends on the code
 * of programs and on core.
 */
package org.schurmpc.vm.machine;
