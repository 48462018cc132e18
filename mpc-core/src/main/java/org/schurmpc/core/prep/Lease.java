package org.schurmpc.core.prep;

/**
 * Items taken out of a store, to be used once. They stay where they are and must not be written.
 *
 * @param data the array that holds them
 * @param offset where the first item starts
 * @param items how many there are
 */
@SuppressWarnings("ArrayRecordComponent") // a view: compared by nobody
public record Lease(long[] data, int offset, int items) {}
