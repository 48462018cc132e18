/**
 * The machine's secrets under SPDZ: shares of all parties, openings, proven inputs and outputs.
 *
 * <p>The entry class is {@link org.schurmpc.vm.machine.spdz.SpdzMachine}. Depends on the machine
 * and on mpc-spdz.
 */
package org.schurmpc.vm.machine.spdz;
