/**
 * Types of columns, and how their values become numbers and back. {@link
 * org.schurmpc.data.schema.TableSchema} is the entry. Depends on the core alone.
 */
package org.schurmpc.data.schema;
