/** The client of services: inputs and checked outputs of computations, without being a party. */
module org.schurmpc.client {
  requires com.fasterxml.jackson.databind;
  requires com.fasterxml.jackson.dataformat.toml;
  requires java.net.http;

  exports org.schurmpc.client;
}
