package org.schurmpc.data.config;

import org.schurmpc.data.schema.TableSchema;

/**
 * A table with the place that it comes from, or that it goes to as a result.
 *
 * @param place the source or the target
 */
public record SourceTable(TableSchema schema, Place place) {}
