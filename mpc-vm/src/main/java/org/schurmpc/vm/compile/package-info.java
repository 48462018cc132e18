/**
 * The compiler: from the recorded program to bytecode with the least number of rounds of each basic
 * block (KSS13, section 4).
 *
 * <p>The entry class is {@link org.schurmpc.vm.compile.Compiler}. Depends on the language, on the
 * form that it records, on the code of programs and on core.
 */
package org.schurmpc.vm.compile;
