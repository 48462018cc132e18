/**
 * The options that several commands take, as mixins, with their converters and their help. Depends
 * on {@code compute}, {@code config}, {@code launch}, {@code report} and {@code values}.
 */
package org.schurmpc.cli.option;
