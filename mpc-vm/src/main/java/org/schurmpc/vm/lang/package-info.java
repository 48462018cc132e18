/**
 * The language in which programs are written: Java classes whose operations record what the program
 * does (KSS13, section 4). Java's own loops, branches and methods run while the program is
 * compiled; those of {@link org.schurmpc.vm.lang.ProgramBuilder} run in the machine.
 *
 * <p>The entry classes are {@link org.schurmpc.vm.lang.SecureProgram} and {@link
 * org.schurmpc.vm.lang.ProgramBuilder}. Depends on the compiler's form of programs, on their code
 * and on core's fields.
 */
package org.schurmpc.vm.lang;
