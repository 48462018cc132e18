/**
 * Circuits written in Java: bits, whole numbers and floating-point numbers as values with
 * operations, built for few ANDs or for little depth.
 */
package org.schurmpc.core.circuit.dsl;
