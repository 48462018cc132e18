/**
 * The interpreter: the machine with all values in the clear, at one place. The reference of tests
 * and measurements.
 *
 * <p>The entry class is {@link org.schurmpc.vm.machine.plain.Interpreter}. Depends on the machine.
 */
package org.schurmpc.vm.machine.plain;
