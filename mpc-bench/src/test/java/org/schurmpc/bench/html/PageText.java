package org.schurmpc.bench.html;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** Reads a page as XML. */
public final class PageText {
  private final Document document;

  /** Reads a page, which must be well-formed. */
  public PageText(String page) throws Exception {
    document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(page)));
  }

  /** Returns all elements of a name. */
  public List<Element> all(String name) {
    NodeList found = document.getElementsByTagName(name);
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < found.getLength(); i++) {
      elements.add((Element) found.item(i));
    }
    return elements;
  }

  /** Returns the texts of all elements of a name. */
  public List<String> texts(String name) {
    return all(name).stream().map(Element::getTextContent).toList();
  }

  /** Returns the number of elements of a name that have a class. */
  public long count(String name, String role) {
    return all(name).stream()
        .filter(each -> List.of(each.getAttribute("class").split(" ", -1)).contains(role))
        .count();
  }

  /** Returns all text, with a blank after each element. */
  public String text() {
    StringBuilder text = new StringBuilder();
    append(document.getDocumentElement(), text);
    return text.toString();
  }

  private static void append(Node node, StringBuilder text) {
    if (node.getNodeType() == Node.TEXT_NODE) {
      text.append(node.getNodeValue());
    }
    for (Node each = node.getFirstChild(); each != null; each = each.getNextSibling()) {
      append(each, text);
    }
    text.append(' ');
  }
}
