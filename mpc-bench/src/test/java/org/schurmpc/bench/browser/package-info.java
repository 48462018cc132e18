/** Opens pages in a real browser, for tests ({@link org.schurmpc.bench.browser.Browser}). */
package org.schurmpc.bench.browser;
