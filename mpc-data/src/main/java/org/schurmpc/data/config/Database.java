package org.schurmpc.data.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * A database, and how it is asked.
 *
 * @param url the address, for the driver; no part of it is shown
 * @param user the user's name
 * @param passwordFile the file whose first line is the password
 * @param timeout how long a statement may take, with all of its rows
 * @param fetch the number of rows that come at once
 */
public record Database(
    String url, Optional<String> user, Optional<Path> passwordFile, Duration timeout, int fetch) {
  /** Returns the part of the address that names the driver, such as {@code jdbc:postgresql}. */
  public String kind() {
    int end = url.indexOf(':', "jdbc:".length());
    return end < 0 ? "jdbc" : url.substring(0, end);
  }

  @Override
  public String toString() {
    return kind();
  }
}
