package org.schurmpc.service.state;

import java.util.Locale;

/** Why a call is refused: the stable codes of the HTTP interface, with their status. */
public enum Code {
  BAD_REQUEST(400, "The request is malformed"),
  BAD_INPUT(400, "The input does not fit the request"),
  NOT_ALLOWED(403, "This client may not do that"),
  NO_SUCH_PATH(404, "There is no such path"),
  NO_SUCH_JOB(404, "There is no such job for this client"),
  NO_SUCH_REQUEST(404, "This client has no such request"),
  METHOD(405, "This path has no such method"),
  TIMEOUT(408, "The request took too long"),
  DIGEST_DIFFERS(409, "The job's digest is another one"),
  ID_USED(409, "The id was used for something else"),
  NUMBER_TAKEN(409, "The delivery belongs to another request"),
  IN_PROGRESS(409, "The request is in progress"),
  GONE(410, "The result was acknowledged or has expired"),
  TOO_LARGE(413, "The body is too large"),
  MEDIA_TYPE(415, "The body is of another media type"),
  FAILED(422, "The request failed"),
  RATE(429, "There were too many requests"),
  QUOTA(429, "Too many requests wait for inputs"),
  HEADERS(431, "The header is too large"),
  INTERNAL(500, "This party has a fault"),
  NO_STOCK(503, "There is no delivery ready"),
  SUSPENDED(503, "The job is suspended"),
  STORAGE(503, "This party cannot write to its disk"),
  CLOCK(503, "This party's clock is off"),
  STOPPING(503, "This party stops");

  private final int status;
  private final String title;

  Code(int status, String title) {
    this.status = status;
    this.title = title;
  }

  /** Returns the HTTP status. */
  public int status() {
    return status;
  }

  /** Returns the title: what is wrong, for people. */
  public String title() {
    return title;
  }

  /** Returns the code as clients see it, such as {@code id-used}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
