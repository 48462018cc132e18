package org.schurmpc.service.work;

import org.schurmpc.service.control.ControlSession;
import org.schurmpc.service.state.Meter;
import org.schurmpc.service.state.RequestBook;

/** What a scheduler is connected to after it was made, and before anything happens. */
final class Links {
  private volatile Books books;
  private volatile RequestBook book;
  private volatile ControlSession control;
  private volatile Meter meter = Meter.NONE;

  void begin(Books of, RequestBook requests) {
    books = of;
    book = requests;
  }

  void connect(ControlSession session) {
    control = session;
  }

  void measure(Meter of) {
    meter = of;
  }

  Books books() {
    return books;
  }

  RequestBook book() {
    return book;
  }

  ControlSession control() {
    return control;
  }

  Meter meter() {
    return meter;
  }
}
