/**
 * Programs for a virtual machine, as the command line knows them: {@link
 * org.schurmpc.core.program.ProgramLanguage} is the service-provider interface of the module that
 * compiles, reads and runs them. Depends on {@code run}.
 */
package org.schurmpc.core.program;
