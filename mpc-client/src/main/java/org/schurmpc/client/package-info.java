/**
 * The client of services of Schur MPC: gives inputs to computations without being a party, and
 * takes outputs that it checks itself. The entry is {@link org.schurmpc.client.MpcClient}. Depends
 * on the JDK and Jackson alone.
 */
package org.schurmpc.client;
