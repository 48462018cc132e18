/**
 * The machine that runs verified programs, apart from the protocol: control, registers, memory and
 * local operations. Secrets are computed on by a backend.
 *
 * <p>The entry classes are {@link org.schurmpc.vm.machine.Controller} and, for backends, {@link
 * org.schurmpc.vm.machine.SecretBackend}. Depends on verified programs and on core.
 */
package org.schurmpc.vm.machine;
