package org.schurmpc.cli.page;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A request for a page, of whichever server received it, and the way of an answer to it. */
public interface PageCall {
  /** Returns the method, such as GET. */
  String method();

  /** Returns the part of the address between the host and the question mark. */
  String path();

  /** Returns the part of the address behind the question mark, decoded; empty without one. */
  Optional<String> query();

  /** Returns the values of a header, one for each line that has it. */
  List<String> headers(String name);

  /** Returns the first value of a header. */
  default Optional<String> header(String name) {
    return headers(name).stream().findFirst();
  }

  /**
   * Begins an answer with status 200 whose length is not known.
   *
   * @param headers all headers of the answer
   */
  Sending begin(Map<String, String> headers) throws IOException;

  /** The content of an answer while it is sent. Closing it ends the connection. */
  interface Sending extends Closeable {
    /** Returns the stream; writing blocks while the reader takes nothing. */
    OutputStream out() throws IOException;
  }
}
