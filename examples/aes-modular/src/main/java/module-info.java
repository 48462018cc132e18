/** An application: AES between two parties, with the modules that it needs linked into an image. */
module org.schurmpc.examples.modular {
  requires org.schurmpc.circuits;
  requires org.schurmpc.tinyot;
}
