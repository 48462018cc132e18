/**
 * A small protocol whose preprocessing depends on the circuit, as an example of what a protocol
 * module contains and as a test of the interfaces: masked truth tables without any protection
 * against a peer that deviates. Entry class: {@link
 * org.schurmpc.core.eval.tables.InsecureTablesProtocol}.
 */
package org.schurmpc.core.eval.tables;
