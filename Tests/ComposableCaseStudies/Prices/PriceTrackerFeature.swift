import Composable
import FoundationEssentials

/// Shows prices as they change on a market, for as long as it is connected.
struct PriceTrackerFeature: Reducer {
  struct State: Equatable {
    var connection = Connection.disconnected
    var prices: [String: Int] = [:]
    /// Why it is not connected any more.
    var message: String?

    enum Connection { case connected, connecting, disconnected }
  }

  enum Action: Equatable {
    case connectButtonTapped
    case disconnectButtonTapped
    case follow(symbol: String)
    case followFailed(String)
    case socket(WebSocketClient.Event)
    case received(WebSocketClient.Message)
  }

  /// What the market says: `{"symbol": "SWFT", "cents": 1999}`.
  struct Price: Codable, Equatable {
    var symbol: String
    var cents: Int
  }

  enum CancelID { case socket }

  static let socket = WebSocketClient.ID("prices")

  let url: String

  @Dependency(\.continuousClock) var clock
  @Dependency(\.webSocket) var webSocket

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .connectButtonTapped:
        guard state.connection == .disconnected else { return .none }
        state.connection = .connecting
        state.message = nil
        return connect.cancellable(id: CancelID.socket, cancelInFlight: true)

      case .disconnectButtonTapped:
        state.connection = .disconnected
        return .cancel(id: CancelID.socket)

      case .follow(let symbol):
        guard state.connection == .connected else { return .none }
        return .run { _ in
          try await webSocket.send(Self.socket, .string("follow \(symbol)"))
        } catch: { error, send in
          send(.followFailed("\(error)"))
        }

      case .followFailed(let error):
        state.message = error
        return .none

      case .socket(.opened):
        state.connection = .connected
        return .none

      case .socket(.closed(_, let reason)):
        state.connection = .disconnected
        state.message = reason.isEmpty ? "The market has closed the connection." : reason
        return .none

      case .received(let message):
        // What makes no sense is left out; the next message may.
        guard let price = Price(message) else { return .none }
        state.prices[price.symbol] = price.cents
        return .none
      }
    }
  }

  /// Lasts as long as the connection, and ends it when it is cancelled.
  private var connect: Effect<Action> {
    .run { send in
      for await event in await webSocket.open(Self.socket, url) {
        send(.socket(event))
        guard event == .opened else { continue }
        await withTaskGroup(of: Void.self) { group in
          group.addTask {
            // A server that does not hear from us for a while may think that we are gone.
            for await _ in clock.timer(interval: .seconds(10)) {
              try? await webSocket.ping(Self.socket)
            }
          }
          while let message = try? await webSocket.receive(Self.socket) { send(.received(message)) }
          group.cancelAll()
        }
      }
    }
  }
}

extension PriceTrackerFeature.Price {
  /// Reads what the market says; nil: it makes no sense.
  init?(_ message: WebSocketClient.Message) {
    guard case .string(let text) = message,
      let price = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)), price.cents >= 0
    else { return nil }
    self = price
  }
}
