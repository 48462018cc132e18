/**
 * Programs of the SPDZ virtual machine as bytecode (KSS13, sections 3 and 4): the opcodes, the
 * parts of a program, and their file format.
 *
 * <p>The entry classes are {@link org.schurmpc.vm.code.Program} and {@link
 * org.schurmpc.vm.code.Op}. Depends on core's fields, tables, hashes and exceptions only.
 */
package org.schurmpc.vm.code;
