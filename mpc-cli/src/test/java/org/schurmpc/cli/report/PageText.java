package org.schurmpc.cli.report;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** Reads a page as XML. */
final class PageText {
  private final Document document;

  /** Reads a page, which must be well-formed. */
  PageText(String page) throws Exception {
    document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(page)));
  }

  /** Returns all elements of a name. */
  List<Element> all(String name) {
    NodeList found = document.getElementsByTagName(name);
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < found.getLength(); i++) {
      elements.add((Element) found.item(i));
    }
    return elements;
  }

  /** Returns the texts of all elements of a name. */
  List<String> texts(String name) {
    return all(name).stream().map(Element::getTextContent).toList();
  }

  /** Returns the number of elements of a name that have a class. */
  long count(String name, String role) {
    return all(name).stream()
        .filter(each -> List.of(each.getAttribute("class").split(" ", -1)).contains(role))
        .count();
  }
}
