/** An application of Spring Boot that is a client of parties' services. */
package org.schurmpc.examples.boot;
