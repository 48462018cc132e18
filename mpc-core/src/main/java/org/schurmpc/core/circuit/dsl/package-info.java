/**
 * Circuits written in Java: bits and numbers as values with operations, built for few ANDs or for
 * little depth.
 */
package org.schurmpc.core.circuit.dsl;
