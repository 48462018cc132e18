/**
 * What pages of programs have in common, whichever server serves them: who may read a page ({@link
 * org.schurmpc.cli.page.Guard}), and readers who receive its state again and again ({@link
 * org.schurmpc.cli.page.Readers}). Depends on the core alone.
 */
package org.schurmpc.cli.page;
