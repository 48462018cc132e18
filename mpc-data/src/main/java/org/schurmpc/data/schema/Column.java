package org.schurmpc.data.schema;

/**
 * A column of a table.
 *
 * @param name its name in programs
 * @param from its name in the source, or in the target
 * @param nullable whether a value may be missing, which a bit of its own says
 */
public record Column(String name, String from, ColumnType type, boolean nullable) {}
