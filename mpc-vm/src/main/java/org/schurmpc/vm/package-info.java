/**
 * The SPDZ virtual machine: programs written in Java, compiled to bytecode and verified before they
 * run (KSS13).
 *
 * <p>The command line finds {@link org.schurmpc.vm.VmLanguage} as a service. Depends on all
 * packages of this module and on core.
 */
package org.schurmpc.vm;
