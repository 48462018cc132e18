/**
 * Circuits written in Java. {@link org.schurmpc.core.circuit.dsl.TypedBuilder} is the entry class;
 * bits, integers and floating-point numbers are values with operations, built for few ANDs or for
 * small depth.
 */
package org.schurmpc.core.circuit.dsl;
