/**
 * Sentences on the progress of long work, with estimates of the time left. Knows no other package.
 */
package org.schurmpc.core.progress;
