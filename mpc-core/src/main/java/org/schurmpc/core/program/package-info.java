/**
 * Programs for a virtual machine, as the command line knows them: {@link
 * org.schurmpc.core.program.ProgramLanguage} is the service-provider interface of the module that
 * compiles and reads them. Depends on {@code abort} alone.
 */
package org.schurmpc.core.program;
