/**
 * The port of clients: HTTP/1.1 over TLS 1.3 with pinned certificates on both sides. The file
 * {@code service.openapi.yaml} beside this package's classes describes every call and error. Starts
 * with {@link org.schurmpc.service.http.ClientServer}. Depends on the packages config and state,
 * and on Jetty.
 */
package org.schurmpc.service.http;
