/**
 * A protocol outside the project: XOR shares and dealt triples without any protection against a
 * peer that deviates. Entry class: {@link org.schurmpc.examples.outside.InsecureTriplesProtocol}.
 */
package org.schurmpc.examples.outside;
