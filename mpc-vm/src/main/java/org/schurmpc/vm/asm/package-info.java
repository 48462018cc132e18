/**
 * The assembler's text of programs, and back.
 *
 * <p>The entry classes are {@link org.schurmpc.vm.asm.Assembler} and {@link
 * org.schurmpc.vm.asm.Disassembler}. Depends on the code of programs and on core.
 */
package org.schurmpc.vm.asm;
