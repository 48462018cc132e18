/** Tests of the page of the Monitor. */
package org.schurmpc.bench.page;
