/**
 * The compiler's form of a program: {@link org.schurmpc.vm.ir.TapeIr} holds a tape's instructions
 * in single assignment, before they are ordered and have registers. Depends on the code only.
 */
package org.schurmpc.vm.ir;
