/**
 * Ready programs, which the benchmark measures and which anybody can compile: functions of {@link
 * org.schurmpc.vm.lib the library} on inputs of the parties. Their arguments say how many values
 * they take.
 */
package org.schurmpc.vm.programs;
