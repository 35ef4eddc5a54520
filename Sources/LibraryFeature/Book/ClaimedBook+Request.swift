import Catalogue
import Storage

extension ClaimedBook {
  /// What is asked of the source. The claim has checked that there is an ISBN.
  var request: TitleRequest {
    TitleRequest(
      isbn: ticket.isbn, sourceKey: book.sourceKey,
      // "Unchanged" says nothing of a book whose details were emptied by hand.
      // mutant emptied-is-asked-whole:
      //   `book.fetched == BookDetails() ? nil : book.validators` -> `book.validators` (SyncTests)
      validators: book.fetched == BookDetails() ? nil : book.validators)
  }
}
